use super::*;

fn write(disk: &SimDisk, path: &str, bytes: &[u8], position: u64) -> io::Result<()> {
    disk.open(Path::new(path), OpenMode::Create)?.write_all_at(bytes, position)
}

fn content(disk: &SimDisk, path: &str) -> Option<Vec<u8>> {
    crate::disk::read_file(disk, Path::new(path), 1 << 20).ok()
}

#[test]
fn synced_bytes_and_names_survive_and_the_rest_may_not() {
    let mut lost = 0;
    let mut torn = 0;
    for seed in 0..200 {
        let disk = SimDisk::new();
        disk.create_dir_all(Path::new("/d")).unwrap();
        disk.sync_dir(Path::new("/")).unwrap();
        write(&disk, "/d/a", &[1; 2000], 0).unwrap();
        disk.open(Path::new("/d/a"), OpenMode::Read).unwrap().sync_data().unwrap();
        disk.sync_dir(Path::new("/d")).unwrap();
        write(&disk, "/d/a", &[2; 2000], 2000).unwrap();
        write(&disk, "/d/b", &[3; 10], 0).unwrap();
        disk.crash(seed);
        let a = content(&disk, "/d/a").unwrap();
        assert!(a.len() >= 2000 && a.len() <= 4000, "seed {seed}");
        assert!(a[..2000].iter().all(|&byte| byte == 1), "seed {seed}");
        torn += usize::from(a.len() > 2000 && a[2000..].contains(&0) && a[2000..].contains(&2));
        lost += usize::from(content(&disk, "/d/b").is_none());
    }
    assert!(lost > 50 && lost < 150, "{lost}");
    assert!(torn > 10, "{torn}");
}

#[test]
fn a_rename_is_whole_or_not_there() {
    for seed in 0..50 {
        let disk = SimDisk::new();
        write(&disk, "/old", b"x", 0).unwrap();
        disk.sync_dir(Path::new("/")).unwrap();
        disk.rename(Path::new("/old"), Path::new("/new")).unwrap();
        disk.crash(seed);
        assert_ne!(content(&disk, "/old").is_some(), content(&disk, "/new").is_some());
    }
}

#[test]
fn a_full_disk_stores_what_fits_and_room_can_come_back() {
    let disk = SimDisk::new();
    disk.set_capacity(Some(10));
    write(&disk, "/a", &[1; 8], 0).unwrap();
    let error = write(&disk, "/a", &[2; 8], 8).unwrap_err();
    assert!(crate::disk::is_full(&error));
    assert_eq!(content(&disk, "/a").unwrap().len(), 10);
    assert_eq!(disk.space(Path::new("/")).unwrap(), Space { total: 10, free: 0 });
    disk.set_capacity(None);
    write(&disk, "/a", &[2; 8], 8).unwrap();
    assert_eq!(content(&disk, "/a").unwrap().len(), 16);
}

#[test]
fn faults_and_power_cuts_fail_operations() {
    let disk = SimDisk::new();
    write(&disk, "/a", b"1", 0).unwrap();
    let file = disk.open(Path::new("/a"), OpenMode::Write).unwrap();
    disk.set_faults(vec![Fault { op: FaultOp::Sync, path_contains: "/a".into(), os_error: 5 }]);
    assert_eq!(file.sync_data().unwrap_err().raw_os_error(), Some(5));
    disk.set_faults(vec![]);
    disk.cut_power_after(1);
    file.write_all_at(b"2", 1).unwrap();
    assert!(file.write_all_at(b"3", 2).is_err());
    disk.crash(1);
    assert!(file.len().is_err(), "a handle from before the crash is dead");
}
