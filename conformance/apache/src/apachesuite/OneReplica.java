package apachesuite;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;

/** An admin client for a cluster of one node: a topic asked for with several replicas gets one. */
public final class OneReplica {
    private OneReplica() { }

    public static Admin of(Admin real) {
        return (Admin) Proxy.newProxyInstance(Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
            if (method.getName().equals("createTopics"))
                arguments[0] = ((Collection<?>) arguments[0]).stream().map(topic -> shrunk((NewTopic) topic)).toList();
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private static NewTopic shrunk(NewTopic topic) {
        if (topic.replicasAssignments() != null || topic.replicationFactor() <= 1)
            return topic;
        return new NewTopic(topic.name(), topic.numPartitions(), (short) 1).configs(topic.configs());
    }
}
